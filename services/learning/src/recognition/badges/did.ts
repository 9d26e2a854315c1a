/** The identifier of a school as an issuer, by a domain: `did:web:school.org` leads to `/.well-known/did.json` there. */
export const didOf = (domain: string): string => `did:web:${domain}`
