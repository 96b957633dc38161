export function proxySettings(env: Readonly<Record<string, string | undefined>>): Record<string, string>
