/** What a browser has no use for: our keys, and whatever else is named like a secret. */
const SECRET_NAME = /^(?:CHAINGLASS|NPM|NODE)_|(?:^|_)(?:API)?KEYS?(?:_|$)|TOKEN|SECRET|PASSW|CREDENTIAL/i

export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET_NAME.test(name)))
