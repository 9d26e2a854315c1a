// Certificates for tests, made by openssl.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A key with a certificate of so many days for a name, and an expired one (PEM). */
export function selfSigned(name: string, days = 2): Record<'key' | 'cert' | 'expired', string> {
  const directory = mkdtempSync(join(tmpdir(), 'lms-certificate-'))
  const openssl = (command: string) =>
    execFileSync('openssl', command.split(' '), { cwd: directory, stdio: 'pipe' })
  try {
    openssl(
      `req -x509 -newkey rsa:2048 -nodes -keyout key -out cert -days ${days} -subj /CN=${name} -addext subjectAltName=DNS:${name}`,
    )
    openssl('x509 -in cert -signkey key -days -1 -out expired')
    const read = (file: string) => readFileSync(join(directory, file), 'utf8')
    return { key: read('key'), cert: read('cert'), expired: read('expired') }
  } finally {
    rmSync(directory, { recursive: true })
  }
}
