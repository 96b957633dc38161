/** zod compiles schemas with `new Function` where it may; the Content-Security-Policy forbids even the attempt. */
import * as z from 'zod/mini'

z.config({ jitless: true })
