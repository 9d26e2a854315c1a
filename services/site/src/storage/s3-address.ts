// The address of a bucket, as the platform team writes it: s3://bucket?region=…&endpoint=…&path_style=true.
export interface Bucket {
  readonly bucket: string
  readonly region: string
  /** Of a compatible store; null: Amazon's. */
  readonly endpoint: string | null
  /** Whether the bucket is in the path of addresses, instead of the host name. */
  readonly pathStyle: boolean
}

const knownParameters = new Set(['region', 'endpoint', 'path_style'])

/** The bucket of an address; null for another text. Throws if it is incomplete. */
export function readS3Address(text: string): Bucket | null {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return null
  const { hostname: bucket, searchParams, pathname } = new URL(text)
  const region = searchParams.get('region')
  const endpoint = searchParams.get('endpoint')
  const unknown = [...searchParams.keys()].filter(name => !knownParameters.has(name))
  if (!bucket || !region || pathname.length > 1 || unknown.length > 0)
    throw new Error(
      'LMS_STORAGE must be s3://<bucket>?region=<region>, with endpoint and path_style at most.',
    )
  if (endpoint !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint))
    throw new Error('The endpoint in LMS_STORAGE must be an address without a path: https://s3.example.')
  return { bucket, region, endpoint, pathStyle: searchParams.get('path_style') === 'true' }
}

/** The origin of the links to a bucket. */
export function originOf({ bucket, region, endpoint, pathStyle }: Bucket): string {
  const { protocol, host, origin } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  return pathStyle ? origin : `${protocol}//${bucket}.${host}`
}
