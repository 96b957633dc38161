// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import "@openzeppelin/contracts/utils/Base64.sol";
import "@openzeppelin/contracts/utils/Strings.sol";

contract Coin is ERC20 {
    uint8 private immutable places;
    constructor(string memory name_, string memory symbol_, uint8 decimals_) ERC20(name_, symbol_) {
        places = decimals_;
        _mint(msg.sender, 1_000_000 * 10 ** decimals_);
    }
    function decimals() public view override returns (uint8) { return places; }
    function mint(address to, uint256 amount) external { _mint(to, amount); }
    function burn(uint256 amount) external { _burn(msg.sender, amount); }
}

contract Pictures is ERC721 {
    constructor() ERC721("Pictures", "PIC") {}
    function mint(address to, uint256 id) external { _mint(to, id); }
    function burn(uint256 id) external { _burn(id); }
    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        string memory json = string.concat(
            '{"name":"Picture #', Strings.toString(id),
            '","image":"data:image/svg+xml;base64,PHN2Zy8+","attributes":[{"trait_type":"Size","value":"small"}]}');
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }
}

/// Its metadata lies elsewhere.
contract FarPictures is ERC721 {
    string private base;
    constructor(string memory base_) ERC721("Far Pictures", "FAR") { base = base_; }
    function mint(address to, uint256 id) external { _mint(to, id); }
    function _baseURI() internal view override returns (string memory) { return base; }
}

contract Items is ERC1155 {
    constructor() ERC1155("data:application/json,{\"name\":\"Item {id}\"}") {}
    function mint(address to, uint256 id, uint256 amount) external { _mint(to, id, amount, ""); }
    function mintBatch(address to, uint256[] memory ids, uint256[] memory amounts) external { _mintBatch(to, ids, amounts, ""); }
    function burnBatch(uint256[] memory ids, uint256[] memory amounts) external { _burnBatch(msg.sender, ids, amounts); }
}

/// One contract that moves amounts and ids: what shows as ERC-404.
contract Hybrid {
    string public name = "Hybrid";
    string public symbol = "HYB";
    uint8 public decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public ownerOf;
    uint256 public minted;
    event ERC20Transfer(address indexed from, address indexed to, uint256 amount);
    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    function mint(address to) external {
        uint256 id = ++minted;
        ownerOf[id] = to;
        balanceOf[to] += 1 ether;
        totalSupply += 1 ether;
        emit ERC20Transfer(address(0), to, 1 ether);
        emit Transfer(address(0), to, id);
    }
    function move(address to, uint256 id) external {
        require(ownerOf[id] == msg.sender, "not yours");
        ownerOf[id] = to;
        balanceOf[msg.sender] -= 1 ether;
        balanceOf[to] += 1 ether;
        emit ERC20Transfer(msg.sender, to, 1 ether);
        emit Transfer(msg.sender, to, id);
    }
}
