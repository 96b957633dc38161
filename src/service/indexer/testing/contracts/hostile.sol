// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Logs what it likes, and answers in a way of its own.
abstract contract Liar {
    event Transfer(address indexed from, address indexed to, uint256 amount);
    function claim(address to, uint256 amount) external { emit Transfer(address(0), to, amount); }
}

/// Every question reverts.
contract Silent is Liar {
    fallback() external { revert(); }
}

/// Every question runs until the gas is gone.
contract Endless is Liar {
    fallback() external { while (true) {} }
}

/// Every question is answered with as many bytes as the gas allows, up to 10 MB.
contract Flood is Liar {
    fallback() external {
        assembly {
            let size := 10000000
            if lt(gas(), 250000000) { size := 300000 }
            return(0, size)
        }
    }
}

/// Names that would run, hide, turn around, or never end.
contract Garbled is Liar {
    function name() external pure returns (string memory) {
        return string(abi.encodePacked(unicode"<img src=x onerror=alert(1)>", hex"00", unicode"‮evil‬", hex"ff", new bytes(5000)));
    }
    function symbol() external pure returns (bytes32) { return "OLD"; }
    function decimals() external pure returns (uint256) { return 2 ** 255; }
    function totalSupply() external pure returns (uint256) { return type(uint256).max; }
    function balanceOf(address) external pure returns (bytes memory) { return new bytes(5); }
}

/// Says in its events what its balances don't: a fee that no event tells, and shares that grow by themselves.
contract Rebasing {
    string public name = "Rebasing";
    string public symbol = "RB";
    uint8 public decimals = 6;
    uint256 public factor = 1;
    uint256 private shares;
    mapping(address => uint256) private share;
    event Transfer(address indexed from, address indexed to, uint256 amount);
    function totalSupply() external view returns (uint256) { return shares * factor; }
    function balanceOf(address of_) public view returns (uint256) { return share[of_] * factor; }
    function mint(address to, uint256 amount) external { share[to] += amount; shares += amount; emit Transfer(address(0), to, amount * factor); }
    function transfer(address to, uint256 amount) external returns (bool) {
        share[msg.sender] -= amount;
        share[to] += amount - amount / 10;
        shares -= amount / 10;
        emit Transfer(msg.sender, to, amount * factor);
        return true;
    }
    function grow() external { factor += 1; }
}

/// Broken logs: topics and data that almost are a token's.
contract Noise {
    function make() external {
        assembly {
            let transferTopic := 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef
            let batchTopic := 0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb
            log1(0, 0, transferTopic)
            log2(0, 32, transferTopic, caller())
            log3(0, 0, transferTopic, caller(), caller())
            log3(0, 31, transferTopic, caller(), caller())
            mstore(0, 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff)
            mstore(32, 64)
            log4(0, 64, batchTopic, caller(), caller(), caller())
            mstore(0, 64)
            mstore(32, 64)
            mstore(64, 1000000000)
            log4(0, 96, batchTopic, caller(), caller(), caller())
            log0(0, 32)
        }
    }
}

/// Says of everybody that they hold of it what they hold of the coin, and logs whatever it is told, and what comes to it.
contract Mirror {
    event Transfer(address indexed from, address indexed to, uint256 amount);
    function balanceOf(address owner) external view returns (uint256) { return owner.balance; }
    function tell(address from, address to, uint256 amount) external { emit Transfer(from, to, amount); }
    receive() external payable { emit Transfer(msg.sender, address(this), msg.value); }
}
