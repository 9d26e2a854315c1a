// Secrets as files, as containers get them: in place of a variable X stands X_FILE, the path of a file with its value.
// What is in a variable can be read by whoever may inspect the container.
import { readFileSync } from 'node:fs'

const fileVariable = /^((?:LMS|DATABASE)_[A-Z0-9_]+)_FILE$/

/**
 * The environment with the values of the files that its variables `LMS_…_FILE` and `DATABASE_…_FILE` name, without their
 * last line break. Throws one error that names all files that cannot be read, and the variables that are set twice.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const faults: string[] = []
  const values: Record<string, string> = {}
  for (const [variable, path] of Object.entries(env)) {
    const name = fileVariable.exec(variable)?.[1]
    if (!name || !path) continue
    if (env[name]) faults.push(`set ${name} or ${variable}, not both`)
    try {
      values[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      faults.push(`${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  if (faults.length) throw new Error(`The settings are of no use: ${faults.join('; ')}.`)
  return { ...env, ...values }
}

/** The address of a database with this password, unless it has one. */
export function withPassword(address: string, password: string | undefined): string {
  if (!password || !URL.canParse(address)) return address
  const url = new URL(address)
  url.password ||= encodeURIComponent(password)
  return url.toString()
}
