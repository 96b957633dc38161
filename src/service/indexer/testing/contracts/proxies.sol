// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import "@openzeppelin/contracts/proxy/ERC1967/ERC1967Utils.sol";
import "@openzeppelin/contracts/proxy/Clones.sol";

contract Front is ERC1967Proxy {
    constructor(address behind) ERC1967Proxy(behind, abi.encodeWithSignature("count(uint256)", 0)) {}
}

/// The same method as the next one has, with another name for what it takes.
contract Abacus {
    uint256 public total;
    function count(uint256 beads) external { total += beads; }
}

contract Counter {
    error TooMany(uint256 given);
    uint256 public total;
    function count(uint256 steps) external {
        if (steps > 1000) revert TooMany(steps);
        total += steps;
    }
    function upgrade(address behind) external { ERC1967Utils.upgradeToAndCall(behind, ""); }
}

contract Copier {
    address public last;
    function copy(address of_) external { last = Clones.clone(of_); }
}
