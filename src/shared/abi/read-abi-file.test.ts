import { expect, test } from 'vitest'
import { MAX_ABI_LENGTH } from '../rpc/contract/abi.ts'
import { canonicalSignature } from './abi-item.ts'
import { readAbiFile } from './read-abi-file.ts'

const readAll = (text: string) => readAbiFile(text).map(canonicalSignature)

test('lines have a signature, after its selector or not, in quotes or not', () => {
  const lines = [
    'transfer(address,uint256)',
    '0x095ea7b3,approve(address,uint256)',
    '"0x70a08231";"balanceOf(address)"',
    '0x18160ddd\t" totalSupply()";',
    ', ;decimals()',
    '0xa9059cbb,name()',
    'x"y"z',
  ]
  expect(readAll(lines.join('\r\n'))).toEqual([
    'transfer(address,uint256)',
    'approve(address,uint256)',
    'balanceOf(address)',
    'totalSupply()',
    'decimals()',
  ])
})

test('a file of nothing but separators is read, each line once', () => {
  expect(readAll(`${','.repeat(8_990)}"x"x\n`.repeat(MAX_ABI_LENGTH / 9_000))).toEqual([])
})
