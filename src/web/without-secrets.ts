/** Removes from a browser's environment our keys, and every variable with a name like a secret's. */
const SECRET_NAME = /^(?:CHAINGLASS|NPM|NODE)_|(?:^|_)(?:API)?KEYS?(?:_|$)|TOKEN|SECRET|PASSW|CREDENTIAL/i

export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET_NAME.test(name)))
