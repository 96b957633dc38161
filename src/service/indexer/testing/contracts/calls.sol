// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

contract Shield is ERC1967Proxy {
    constructor(address behind) ERC1967Proxy(behind, abi.encodeWithSignature("ready()")) {}
}

contract Leaf {
    event Born(uint256 number);
    constructor(uint256 number) payable { emit Born(number); require(number != 13, "unlucky"); }
    function end(address payable to) external { selfdestruct(to); }
    function loop() external { uint256 n; while (true) n += 1; }
}

/// Every kind of call, some of which fail, and logs before, between and after them.
contract Maze {
    error TooDeep(address who, uint256 depth);
    event Step(uint256 indexed depth, string where);

    receive() external payable {}
    function ready() external {}

    function dive(address self, uint256 depth) external payable returns (uint256) {
        emit Step(depth, "before");
        if (depth == 0) revert TooDeep(msg.sender, depth);
        return Maze(payable(self)).dive(self, depth - 1) + 1;
    }

    function walk(Maze shield, address payable friend) external payable returns (bytes32 sum) {
        emit Step(0, "begun");
        Leaf one = new Leaf{value: 5}(1);
        emit Step(1, "created");
        Leaf two = new Leaf{salt: bytes32(uint256(7))}(2);
        try new Leaf(13) {} catch {}
        (bool sent, ) = friend.call{value: 3}("");
        require(sent, "not sent");
        try shield.dive(address(shield), 5) {} catch {}
        try one.loop{gas: 4000}() {} catch {}
        emit Step(2, "between");
        sum = sha256("a precompile");
        two.end(friend);
        one.end(friend);
        emit Step(3, "done");
    }
}

/// Each step hands half of its coins to the next and takes a failure of it. One that falls undoes all below it.
contract Ladder {
    receive() external payable {}

    function descend(address payable[] calldata steps, uint256 at, uint256 fallsAt) external payable {
        uint256 half = msg.value / 2;
        if (at == steps.length - 1) {
            (bool sent, ) = steps[at].call{value: half}("");
            require(sent, "not sent");
        } else {
            try Ladder(steps[at]).descend{value: half}(steps, at + 1, fallsAt) {} catch {}
        }
        require(at != fallsAt, "it falls");
    }
}
