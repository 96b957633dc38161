// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Box {
    uint256 public immutable number;
    constructor(uint256 number_) payable { number = number_; }
    receive() external payable {}
    function take(address payable to, uint256 amount) external { (bool sent, ) = to.call{value: amount}(""); require(sent, "not sent"); }
    function fall() external payable { revert("it falls"); }
    function end(address payable to) external { selfdestruct(to); }
}

/// Calls inside calls: creations, payments, failures that are caught, and those that are not.
contract Workshop {
    error TooSmall(uint256 given, uint256 needed);
    event Made(address indexed box, uint256 number);
    Box[] public boxes;
    uint256 public sum;

    receive() external payable {}

    function make(uint256 number) external payable returns (Box box) {
        box = new Box{value: msg.value}(number);
        boxes.push(box);
        emit Made(address(box), number);
    }
    function makeAt(uint256 number, bytes32 salt) external payable returns (Box box) {
        box = new Box{value: msg.value, salt: salt}(number);
        boxes.push(box);
        emit Made(address(box), number);
    }
    function count() external view returns (uint256) { return boxes.length; }
    function pay(address payable first, address payable second) external payable {
        (bool one, ) = first.call{value: msg.value / 2}("");
        (bool two, ) = second.call{value: msg.value - msg.value / 2}("");
        require(one && two, "not paid");
    }
    function tryFalling(uint256 index) external payable {
        try boxes[index].fall{value: msg.value}() { sum += 1; } catch { sum += 2; }
    }
    function addInPlace(address other, uint256 amount) external {
        (bool done, ) = other.delegatecall(abi.encodeWithSignature("add(uint256)", amount));
        require(done);
    }
    function add(uint256 amount) public { sum += amount; }
    function needs(uint256 amount) external payable { if (amount < 10) revert TooSmall(amount, 10); sum += amount; }
    function fails() external payable { require(false, "as it was told"); }
    function divides(uint256 by) external returns (uint256) { sum += 100 / by; return sum; }
    function endBox(uint256 index, address payable to) external { boxes[index].end(to); }
    function payAndFail(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}("");
        require(!sent, "paid, and undone");
    }
    function burnGas() external { while (true) sum += 1; }
}
