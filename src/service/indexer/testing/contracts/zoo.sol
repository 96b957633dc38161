// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import "@openzeppelin/contracts/token/ERC721/extensions/ERC721Consecutive.sol";
import "@openzeppelin/contracts/token/ERC6909/ERC6909.sol";

/// Balances and a supply that change as a test says, with the events it says.
abstract contract Loose {
    string public symbol = "ZOO";
    uint8 public decimals = 2;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 amount);
    function mint(address to, uint256 amount) public virtual {
        balanceOf[to] += amount;
        totalSupply += amount;
        emit Transfer(address(0), to, amount);
    }
}

/// A part of what is sent goes to a collector, and no event says so.
contract FeeOnTransfer is Loose {
    string public name = "Fee on transfer";
    address public immutable collector;
    constructor(address collector_) { collector = collector_; }
    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount - amount / 10;
        balanceOf[collector] += amount / 10;
        emit Transfer(msg.sender, to, amount);
    }
}

contract SilentBurn is Loose {
    string public name = "Silent burn";
    function burn(address of_, uint256 amount) external { balanceOf[of_] -= amount; totalSupply -= amount; }
}

contract SilentMint is Loose {
    string public name = "Silent mint";
    function give(address to, uint256 amount) external { balanceOf[to] += amount; totalSupply += amount; }
}

/// Balances that grow with the chain: nobody calls it for that.
contract Growing {
    string public name = "Growing";
    string public symbol = "GRW";
    uint8 public decimals = 2;
    uint256 private shares;
    mapping(address => uint256) private share;
    event Transfer(address indexed from, address indexed to, uint256 amount);
    function totalSupply() external view returns (uint256) { return shares * block.number; }
    function balanceOf(address of_) external view returns (uint256) { return share[of_] * block.number; }
    function mint(address to, uint256 amount) external {
        share[to] += amount;
        shares += amount;
        emit Transfer(address(0), to, amount * block.number);
    }
}

/// Moves from one to another, and nobody is told.
contract SilentMove is Loose {
    string public name = "Silent move";
    function move(address from, address to, uint256 amount) external { balanceOf[from] -= amount; balanceOf[to] += amount; }
}

/// Its events tell of what never was.
contract LyingEvents is Loose {
    string public name = "Lying events";
    function claim(address from, address to, uint256 amount) external { emit Transfer(from, to, amount); }
}

/// As WETH9 does it.
contract Wrapped {
    string public name = "Wrapped coin";
    string public symbol = "WCOIN";
    uint8 public decimals = 18;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed src, address indexed dst, uint256 wad);
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);
    function totalSupply() external view returns (uint256) { return address(this).balance; }
    function deposit() external payable { balanceOf[msg.sender] += msg.value; emit Deposit(msg.sender, msg.value); }
    function withdraw(uint256 wad) external {
        balanceOf[msg.sender] -= wad;
        payable(msg.sender).transfer(wad);
        emit Withdrawal(msg.sender, wad);
    }
    function transfer(address dst, uint256 wad) external {
        balanceOf[msg.sender] -= wad;
        balanceOf[dst] += wad;
        emit Transfer(msg.sender, dst, wad);
    }
}

/// Takes deposits, and is no token.
contract Pool {
    event Deposit(address indexed user, uint256 amount);
    function deposit() external payable { emit Deposit(msg.sender, msg.value); }
}

/// Tells each deposit twice: as what it is, and as the shares it gives for it.
contract Farm is Loose {
    string public name = "Farm shares";
    event Deposit(address indexed user, uint256 amount);
    function deposit(uint256 amount) external { mint(msg.sender, amount); emit Deposit(msg.sender, amount); }
    /// Of something else: it mints nothing.
    function lock(uint256 amount) external { emit Deposit(msg.sender, amount); }
}

contract Asset is ERC20 {
    constructor() ERC20("Asset", "AST") {}
    function mint(address to, uint256 amount) external { _mint(to, amount); }
}

contract Vault is ERC4626 {
    constructor(IERC20 asset_) ERC4626(asset_) ERC20("Vault", "VLT") {}
}

/// A vault whose only event of a deposit is that of ERC-4626.
contract QuietVault is Loose {
    string public name = "Quiet vault";
    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
    event Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares);
    function deposit(uint256 assets, address owner) external {
        balanceOf[owner] += assets * 2;
        totalSupply += assets * 2;
        emit Deposit(msg.sender, owner, assets, assets * 2);
    }
    function withdraw(uint256 assets, address receiver) external {
        balanceOf[msg.sender] -= assets * 2;
        totalSupply -= assets * 2;
        emit Withdraw(msg.sender, receiver, msg.sender, assets, assets * 2);
    }
}

/// ERC-2309: its first NFTs are minted by one event.
contract Ranged is ERC721Consecutive {
    constructor(address to, uint96 count) ERC721("Ranged", "RNG") { _mintConsecutive(to, count); }
}

/// A range longer than is read.
contract LongRanged {
    string public name = "Long ranged";
    string public symbol = "LNG";
    mapping(address => uint256) public balanceOf;
    address private immutable owner;
    event ConsecutiveTransfer(uint256 indexed first, uint256 last, address indexed from, address indexed to);
    constructor(address to, uint256 count) { owner = to; balanceOf[to] = count; emit ConsecutiveTransfer(1, count, address(0), to); }
    function ownerOf(uint256) external view returns (address) { return owner; }
    function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x80ac58cd || id == 0x01ffc9a7; }
}

contract Multi6909 is ERC6909 {
    function mint(address to, uint256 id, uint256 amount) external { _mint(to, id, amount); }
    function burn(address from, uint256 id, uint256 amount) external { _burn(from, id, amount); }
}

/// ERC-777: each transfer is told twice, in its own words and in those of an ERC-20.
contract Token777 is Loose {
    string public name = "ERC-777";
    event Minted(address indexed operator, address indexed to, uint256 amount, bytes data, bytes operatorData);
    event Sent(address indexed operator, address indexed from, address indexed to, uint256 amount, bytes data, bytes operatorData);
    function mint(address to, uint256 amount) public override { emit Minted(msg.sender, to, amount, "", ""); super.mint(to, amount); }
    function send(address to, uint256 amount, bytes calldata data) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Sent(msg.sender, msg.sender, to, amount, data, "");
        emit Transfer(msg.sender, to, amount);
    }
}

contract LongName is Loose {
    function name() external pure returns (string memory) { return string(new bytes(1_000_000)); }
}

contract WordName is Loose {
    bytes32 public constant name = "Name of a word";
}
