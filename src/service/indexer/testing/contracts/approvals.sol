// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// Approved by a signature, too. A use of an allowance logs what is left, as older tokens do.
contract PermitCoin is ERC20, ERC20Permit {
    constructor() ERC20("Permit Coin", "PRM") ERC20Permit("Permit Coin") {}
    function mint(address to, uint256 amount) external { _mint(to, amount); }
    function increaseAllowance(address spender, uint256 added) external {
        _approve(msg.sender, spender, allowance(msg.sender, spender) + added);
    }
    function decreaseAllowance(address spender, uint256 subtracted) external {
        _approve(msg.sender, spender, allowance(msg.sender, spender) - subtracted);
    }
    function _spendAllowance(address owner, address spender, uint256 value) internal override {
        uint256 left = allowance(owner, spender);
        if (left < type(uint256).max) _approve(owner, spender, left - value, true);
    }
}

/// Allowances with an end, as Permit2 holds them: the same functions, events and rules.
contract Permits is EIP712("Permit2", "1") {
    struct Allowed { uint160 amount; uint48 expiration; uint48 nonce; }
    struct Pair { address token; address spender; }
    event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration);
    event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce);
    event Lockdown(address indexed owner, address token, address spender);
    bytes32 private constant PERMIT = keccak256("Permit(address owner,address token,address spender,uint160 amount,uint48 expiration,uint48 nonce)");
    mapping(address => mapping(address => mapping(address => Allowed))) public allowance;

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        set(allowance[msg.sender][token][spender], amount, expiration);
        emit Approval(msg.sender, token, spender, amount, expiration);
    }
    function permit(address owner, address token, address spender, uint160 amount, uint48 expiration, bytes calldata signature) external {
        Allowed storage allowed = allowance[owner][token][spender];
        uint48 nonce = allowed.nonce;
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(PERMIT, owner, token, spender, amount, expiration, nonce)));
        require(ECDSA.recover(digest, signature) == owner, "not the owner");
        allowed.nonce = nonce + 1;
        set(allowed, amount, expiration);
        emit Permit(owner, token, spender, amount, expiration, nonce);
    }
    function set(Allowed storage allowed, uint160 amount, uint48 expiration) private {
        allowed.amount = amount;
        allowed.expiration = expiration == 0 ? uint48(block.timestamp) : expiration;
    }
    function transferFrom(address from, address to, uint160 amount, address token) external {
        Allowed storage allowed = allowance[from][token][msg.sender];
        require(block.timestamp <= allowed.expiration, "expired");
        if (allowed.amount != type(uint160).max) allowed.amount -= amount;
        require(ERC20(token).transferFrom(from, to, amount));
    }
    function lockdown(Pair[] calldata pairs) external {
        for (uint256 at = 0; at < pairs.length; ++at) {
            allowance[msg.sender][pairs[at].token][pairs[at].spender].amount = 0;
            emit Lockdown(msg.sender, pairs[at].token, pairs[at].spender);
        }
    }
}

/// Says that it was approved, and answers nothing that it is asked.
contract Mute {
    event Approval(address indexed owner, address indexed spender, uint256 value);
    function claim(address owner, address spender) external { emit Approval(owner, spender, 1 ether); }
}
