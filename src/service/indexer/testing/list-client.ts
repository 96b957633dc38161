/** A client that reads lists over HTTP, in an order that a seed decides. */
import { Agent, get } from 'node:http'
import { onTestFinished } from 'vitest'

export type Below = (limit: number) => number

/** Numbers that look random, and are the same for the same seed. */
export function randomNumbers(seed: number): Below {
  let state = Math.imul(seed, 2654435761) >>> 0
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

export interface Answer {
  readonly status: number
  readonly text: string
}

/** Over connections that stay, as a client of ours has them. */
export function openClient(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  onTestFinished(() => {
    agent.destroy()
  })
  return (path: string) =>
    new Promise<Answer>((resolve, reject) => {
      get(`${url}/api/v2${path}`, { agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') })
        })
      }).on('error', reject)
    })
}
