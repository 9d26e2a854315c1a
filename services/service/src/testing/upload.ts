// A ready file of a school, as a client uploads it by its links.
import type { Caller } from '@lms/contract'
import { TokenSigner, tokenHeader } from '@lms/service-host'
import { siteContract } from '@lms/site/contract'
import type { TestSystem } from '@lms/testing'

export async function upload(
  system: TestSystem,
  caller: Caller,
  bytes: Buffer,
  fileFields = { name: 'people.csv', content_type: 'text/csv' },
) {
  const { files } = system.client('site', siteContract.resources, caller)
  const started = await files.start({ body: { ...fileFields, size: bytes.length } })
  const { privateKey } = system.installation.signing.gateway!
  const signer = new TokenSigner({ name: 'gateway', privateKey }, () => system.clock.now())
  const identity = { kind: 'service', service: 'gateway', school: caller.school } as const
  const token = signer.sign('site', identity, caller.school)
  for (const { url, headers } of started.upload.parts)
    await fetch(`${system.addresses.site}/streams${new URL(url, 'http://school').pathname}`, {
      method: 'PUT',
      headers: { ...headers, [tokenHeader]: token },
      body: new Uint8Array(bytes),
    })
  await files.complete({ path: { id: started.id } })
  return started.id
}
