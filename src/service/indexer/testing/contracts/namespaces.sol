// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

type Points is uint96;

interface IGate { function open() external; }

/// Variables in a namespace (ERC-7201), which no layout of the compiler has.
contract Spaced {
    enum Mood { Calm, Wild }
    struct Pair { uint128 left; int64 right; bool set; }
    /**
     * @custom:storage-location erc7201:chainglass.spaced
     */
    struct SpacedStorage {
        bool paused; // struct Fake { uint x; }
        Mood mood;
        Points points;
        IGate gate;
        mapping(address account => mapping(uint256 => Pair) day) lent;
        uint16[20] pages;
        Pair[] pairs;
        string /* "erc7201:no.such" */ title;
        address payable owner;
        bytes4 mark;
    }
    struct Plain { uint256 one; }
    // keccak256(abi.encode(uint256(keccak256("chainglass.spaced")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 public constant SPACE =
        keccak256(abi.encode(uint256(keccak256("chainglass.spaced")) - 1)) & ~bytes32(uint256(0xff));

    function space() private pure returns (SpacedStorage storage s) {
        bytes32 at = SPACE;
        assembly { s.slot := at }
    }
    function fill(uint256 day) external {
        SpacedStorage storage s = space();
        (s.paused, s.mood, s.points, s.gate) = (true, Mood.Wild, Points.wrap(77), IGate(address(this)));
        s.lent[msg.sender][day] = Pair(5, -6, true);
        s.pages[17] = 9;
        s.pairs.push(Pair(1, 2, false));
        (s.title, s.owner, s.mark) = ("Spaced", payable(msg.sender), 0x12345678);
    }
}
