// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Storage of every kind: packed, nested, short and long.
contract Shelf {
    enum State { Open, Closed }
    struct Pair { uint128 left; int64 right; bool set; }
    struct Book { address writer; Pair pair; string title; }
    address public owner;
    uint64 public since;
    State public state;
    int256 public debt;
    Book public book;
    uint16[20] public pages;
    Pair[2] public pairs;
    uint256[] public notes;
    mapping(address => mapping(uint256 => Pair)) public lent;
    mapping(string => uint256) public byName;
    string public long;
    bytes4 public mark;

    function fill(address who, uint256 day) external {
        (owner, since, state, debt) = (who, 1790000000, State.Closed, -5);
        book = Book(who, Pair(7, -3, true), "A short title");
        pages[0] = 3; pages[17] = 9;
        pairs[1] = Pair(2 ** 127, 2 ** 62, true);
        notes.push(11); notes.push(12);
        lent[who][day] = Pair(1, -1, true);
        byName["quorum"] = 500;
        long = "A title that is longer than the thirty-one bytes that fit into one slot";
        mark = 0x12345678;
    }
    function call(string calldata name, uint256 number) external { byName[name] = number; }
    function close() external { (debt, since) = (-6, 1790000001); }
}

type Day is int32;
type Tag is bytes4;

contract Named {
    string private _name;
    uint256[2] private __gap;
    constructor(string memory name) { _name = name; }
}

contract Titled {
    string private _name;
    uint256[3] private __gap;
    constructor(string memory name) { _name = name; }
}

/// Two variables of one name, and keys of types of its own.
contract Twice is Named("first"), Titled("second") {
    mapping(Day => uint256) public byDay;
    mapping(Tag => uint256) public byTag;

    function fill() external {
        byDay[Day.wrap(-3)] = 33;
        byTag[Tag.wrap(0x12345678)] = 44;
    }
}
