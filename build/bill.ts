/** Writes the bill of materials to the output: `node build/bill.ts > chainglass.cdx.json`. */
import { join } from 'node:path'
import { createBill } from './bill-of-materials.ts'

process.stdout.write(`${JSON.stringify(createBill(join(import.meta.dirname, '..')), null, 2)}\n`)
