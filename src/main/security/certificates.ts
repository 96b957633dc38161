/**
 * Refuses every certificate and client certificate: the window loads nothing over TLS. (Electron refuses a login by
 * itself.)
 */
import { app, type Event } from 'electron'

/** Returns a function that stops refusing. */
export function refuseCertificates(log: (line: string) => void): () => void {
  const onError = (
    event: Event,
    _contents: unknown,
    _url: string,
    error: string,
    _certificate: unknown,
    answer: (trusted: boolean) => void,
  ) => {
    event.preventDefault()
    answer(false)
    log(`A certificate was refused: ${error}`)
  }
  const onClient = (
    event: Event,
    _contents: unknown,
    _url: string,
    _list: unknown,
    answer: (certificate?: never) => void,
  ) => {
    event.preventDefault()
    answer()
  }
  app.on('certificate-error', onError)
  app.on('select-client-certificate', onClient)
  return () => {
    app.off('certificate-error', onError)
    app.off('select-client-certificate', onClient)
  }
}
