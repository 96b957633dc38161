// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";

/// What is called through other contracts: it says so, and fails by name.
contract Till {
    error NotEnough(address who, uint256 asked, uint256 available);
    event Paid(address indexed by, uint256 amount);
    uint256 public paid;

    receive() external payable {}
    function pay(uint256 amount) external payable returns (uint256) {
        paid += amount;
        emit Paid(msg.sender, amount);
        return paid;
    }
    function refuse(uint256 asked) external view { revert NotEnough(msg.sender, asked, paid); }
    /// Fails as many calls deep as it is told.
    function sink(uint256 depth) external {
        if (depth == 0) this.refuse(7);
        this.sink(depth - 1);
    }
}

contract Beacon is UpgradeableBeacon {
    constructor(address behind) UpgradeableBeacon(behind, msg.sender) {}
}

contract Behind is BeaconProxy {
    constructor(address beacon) BeaconProxy(beacon, "") {}
    receive() external payable {}
}

/// A Safe as its callers see it: anyone may sign here.
contract Safe {
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
    uint256 public nonce;

    receive() external payable {}
    function execTransaction(
        address to, uint256 value, bytes calldata data, uint8 operation, uint256, uint256, uint256,
        address, address payable, bytes memory
    ) external payable returns (bool success) {
        (success, ) = operation == 1 ? to.delegatecall(data) : to.call{value: value}(data);
        require(success, "GS013");
        emit ExecutionSuccess(keccak256(abi.encode(nonce++)), 0);
    }
}

/// Calls packed one after the other: operation, to, value, length, data.
contract MultiSend {
    function multiSend(bytes memory transactions) external payable {
        assembly {
            let length := mload(transactions)
            for { let i := 0x20 } lt(i, length) {} {
                let operation := shr(0xf8, mload(add(transactions, i)))
                let to := shr(0x60, mload(add(transactions, add(i, 0x01))))
                let value := mload(add(transactions, add(i, 0x15)))
                let dataLength := mload(add(transactions, add(i, 0x35)))
                let data := add(transactions, add(i, 0x55))
                let success := 0
                switch operation
                case 0 { success := call(gas(), to, value, data, dataLength, 0, 0) }
                case 1 { success := delegatecall(gas(), to, data, dataLength, 0, 0) }
                if iszero(success) { revert(0, 0) }
                i := add(i, add(0x55, dataLength))
            }
        }
    }
}

contract SmartAccount {
    receive() external payable {}
    function execute(address dest, uint256 value, bytes calldata func) external {
        (bool success, bytes memory result) = dest.call{value: value}(func);
        if (!success) assembly { revert(add(result, 32), mload(result)) }
    }
}

struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

contract EntryPoint {
    event UserOperationEvent(
        bytes32 indexed userOpHash, address indexed sender, address indexed paymaster,
        uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed
    );
    event UserOperationRevertReason(
        bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason
    );
    function handleOps(PackedUserOperation[] calldata ops, address payable beneficiary) external {
        for (uint256 i; i < ops.length; i++) {
            bytes32 hash = keccak256(abi.encode(ops[i]));
            (bool success, bytes memory reason) = ops[i].sender.call(ops[i].callData);
            if (!success) emit UserOperationRevertReason(hash, ops[i].sender, ops[i].nonce, reason);
            bytes calldata paid = ops[i].paymasterAndData;
            address paymaster = paid.length < 20 ? address(0) : address(bytes20(paid[:20]));
            emit UserOperationEvent(hash, ops[i].sender, paymaster, ops[i].nonce, success, 1 ether + i, 90000);
        }
        (bool paid, ) = beneficiary.call{value: address(this).balance}("");
        require(paid);
    }
    receive() external payable {}
}

/// Hands operations to an EntryPoint by a call of its own.
contract Bundler {
    function forward(address to, bytes calldata data) external {
        (bool success, ) = to.call(data);
        require(success);
    }
}

contract FirstFacet {
    function first(uint256 amount) external pure returns (uint256) { return amount + 1; }
}

contract SecondFacet {
    event Second(uint256 amount);
    function second(uint256 amount) external { emit Second(amount); }
}

/// Two facets, told by the loupe of EIP-2535.
contract Diamond {
    address immutable one;
    address immutable two;
    constructor(address first_, address second_) { one = first_; two = second_; }
    function facetAddresses() external view returns (address[] memory all) {
        all = new address[](2);
        all[0] = one;
        all[1] = two;
    }
    fallback() external payable {
        address facet = msg.sig == FirstFacet.first.selector ? one : two;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let result := delegatecall(gas(), facet, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch result case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) }
        }
    }
}
