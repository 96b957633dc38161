/** Tests that an untrusted certificate is reported as such, and not as a missing network. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clientAt } from '#core/testing/client-at.ts'
import { expectFailure } from '#core/testing/expect-failure.ts'
import { sourceAt } from '#platform/testing/hostile-server.ts'

/** A self-signed certificate of 127.0.0.1, valid for a hundred years. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUVuGEqG2+B1wyakyQK1QJZHkTIPMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyNjA1NTU1NFoYDzIxMjYxMTAy
MDU1NTU0WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARiu6/Jd5cNVcIcmsKzuggDfmxLORKhd+8vgjn99NsjYIvYMXurz0k4
Y+NMKZt2RnxnkhEq5uptDsmF/S3Ub5nJo2QwYjAdBgNVHQ4EFgQUDUNr1LPu8piU
6yYmcDbppRp0pv0wHwYDVR0jBBgwFoAUDUNr1LPu8piU6yYmcDbppRp0pv0wDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IHhMkuWO84Sv7tluUbWXarSa07Zud9o/2r3rwU8C6WyzAiEAzdCCF1P9cf0At+VJ
FL1BwO3iAi/MmILRWScClMlIS1g=
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWV/HIi9AIvIY3VKe
kb4vx47OokBOGQbyQDE5B1lIJm6hRANCAARiu6/Jd5cNVcIcmsKzuggDfmxLORKh
d+8vgjn99NsjYIvYMXurz0k4Y+NMKZt2RnxnkhEq5uptDsmF/S3Ub5nJ
-----END PRIVATE KEY-----`

let server: Server
beforeEach(async () => {
  server = createServer({ cert, key }, (_, response) => response.end('{"items":[]}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

it('a server whose certificate is signed by itself', async () => {
  const { port } = server.address() as AddressInfo
  const client = clientAt({})
  const read = client.readPage(sourceAt(`https://127.0.0.1:${String(port)}`), {
    list: 'latest-transactions',
    params: {},
  })
  expect(await expectFailure(read)).toMatchObject({ code: 'offline', reason: 'certificate_untrusted' })
  client.close()
})
