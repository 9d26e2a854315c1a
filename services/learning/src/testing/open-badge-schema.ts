// What Open Badges 3.0 requires of a credential, written down as a JSON Schema from the data model of the specification
// (1EdTech, Open Badges Specification 3.0, B.1 Credential Data Models and B.7 Derived Types:
// https://www.imsglobal.org/spec/ob/v3p0/), for the classes that credentials of this service have.
const uri = { type: 'string', format: 'uri' }
const text = { type: 'string' }
/** A list that names the class, besides others. */
const typed = (...names: string[]) => ({
  type: 'array',
  minItems: 1,
  items: text,
  allOf: [{ contains: { enum: names } }],
})
const object = (required: string[], properties: object, closed = false) => ({
  type: 'object',
  required,
  properties,
  ...(closed ? { additionalProperties: false } : {}),
})

const identityTypes = [
  ...['name', 'sourcedId', 'systemId', 'productId', 'userName', 'accountId', 'emailAddress'],
  ...['nationalIdentityNumber', 'isbn', 'issn', 'lisSourcedId', 'oneRosterSourcedId', 'sisSourcedId'],
  ...['ltiContextId', 'ltiDeploymentId', 'ltiToolId', 'ltiPlatformId', 'ltiUserId', 'identifier'],
]

const Profile = object(['id', 'type'], { id: uri, type: typed('Profile'), name: text, url: uri })

const IdentityObject = object(
  ['type', 'hashed', 'identityHash', 'identityType'],
  {
    type: { const: 'IdentityObject' },
    hashed: { type: 'boolean' },
    // The name of the algorithm, and the digest of the identity with the salt behind it.
    identityHash: { type: 'string', pattern: '^(sha256\\$[0-9a-f]{64}|md5\\$[0-9a-f]{32})$' },
    identityType: { anyOf: [{ enum: identityTypes }, { type: 'string', pattern: '^ext:[a-zA-Z0-9._-]+$' }] },
    salt: text,
  },
  true,
)

const Image = object(['id', 'type'], { id: uri, type: { const: 'Image' }, caption: text }, true)

const Achievement = object(['id', 'type', 'criteria', 'description', 'name'], {
  id: uri,
  type: typed('Achievement'),
  criteria: {
    ...object([], { id: uri, narrative: text }),
    anyOf: [{ required: ['id'] }, { required: ['narrative'] }],
  },
  description: text,
  name: text,
  image: Image,
  creator: Profile,
})

const AchievementSubject = object(['type', 'achievement'], {
  id: uri,
  type: typed('AchievementSubject'),
  identifier: { type: 'array', items: IdentityObject },
  image: Image,
  achievement: Achievement,
})

/** Of an achievement by itself. */
export const achievementSchema = Achievement

export const achievementCredential = {
  ...object(['@context', 'id', 'type', 'issuer', 'validFrom', 'credentialSubject'], {
    '@context': {
      type: 'array',
      minItems: 2,
      prefixItems: [
        { const: 'https://www.w3.org/ns/credentials/v2' },
        {
          type: 'string',
          pattern: '^https://purl\\.imsglobal\\.org/spec/ob/v3p0/context-3\\.0\\.\\d+\\.json$',
        },
      ],
    },
    id: uri,
    type: { allOf: [typed('VerifiableCredential'), typed('AchievementCredential', 'OpenBadgeCredential')] },
    name: text,
    issuer: { anyOf: [uri, Profile] },
    validFrom: { type: 'string', format: 'date-time' },
    validUntil: { type: 'string', format: 'date-time' },
    credentialSubject: AchievementSubject,
    credentialStatus: object(['id', 'type'], { id: uri, type: text }),
    // One of them is that of 1EdTech, by which others validate.
    credentialSchema: {
      type: 'array',
      items: object(['id', 'type'], { id: uri, type: text }),
      contains: { properties: { type: { const: '1EdTechJsonSchemaValidator2019' } } },
    },
  }),
  // A JWT has no proof within the credential (8.2.4.1): its signature is the proof.
  not: { required: ['proof'] },
}
