import { newId } from '@lms/contract'
import { TokenSigner, tokenHeader } from '@lms/service-host'
import { startSystem, type TestSystem } from '@lms/testing'
import { siteService } from '../service.ts'
import { type S3Double, startS3Double } from '../testing/s3-double.ts'
import { mediaPath } from './links.ts'
import { storageOf } from './settings.ts'

describe('pictures of pages in a bucket', () => {
  let double: S3Double
  let system: TestSystem
  beforeAll(async () => {
    double = await startS3Double()
    const { accessKeyId, secretAccessKey, region } = double.credentials
    const address = `s3://${double.bucket}?region=${region}&endpoint=${double.url}&path_style=true`
    const settings = {
      LMS_STORAGE: address,
      LMS_S3_ACCESS_KEY_ID: accessKeyId,
      LMS_S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    system = await startSystem({ services: [siteService], settings: { settings } })
  })
  afterAll(async () => {
    await system.stop()
    await double.stop()
  })

  /** As the gateway asks. */
  function ask(school: string, path: string) {
    const signing = { name: 'gateway', privateKey: system.installation.signing.gateway!.privateKey }
    const identity = { kind: 'service', service: 'gateway', school } as const
    const headers = { [tokenHeader]: new TokenSigner(signing).sign('site', identity, school) }
    return fetch(`${system.addresses.site}/streams${path}`, { headers, redirect: 'manual' })
  }

  test('have an address of the school that leads to the bucket, and may be kept for half an hour', async () => {
    const { runtime } = system.services.site!
    const storage = storageOf(runtime)
    expect([storage.kind, storage.origin]).toEqual(['s3', double.url])
    const [school, file] = [newId('sch'), newId('fil')]
    const object = { key: `${school}/${file}/small`, size: 9, type: 'image/webp' }
    await storage.write(object, Buffer.from('a picture'), { signal: AbortSignal.timeout(20_000) })
    const pathOf = (variant: string) =>
      mediaPath(runtime.vault, { school, file, variant, type: 'image/webp' })
    const answer = await ask(school, pathOf('small'))
    expect(answer.status).toBe(302)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=1800')
    const picture = await fetch(answer.headers.get('location')!)
    expect([picture.status, picture.headers.get('content-type'), await picture.text()]).toEqual([
      200,
      'image/webp',
      'a picture',
    ])
    expect((await ask(school, pathOf('large'))).status).toBe(404)
    expect((await ask(newId('sch'), pathOf('small'))).status).toBe(404)
  })

  test('no link of a folder takes bytes past it', async () => {
    expect((await ask(newId('sch'), '/files/a.b')).status).toBe(404)
  })
})
