import { z } from 'zod'

/** An address with https and a host, to which pages of the school lead people. */
export const httpsAddress = () =>
  z
    .string()
    .max(500)
    .regex(
      /^https:\/\/[^\s/]+(\/\S*)?$/,
      'must be an address with https and a host: https://school.example/welcome',
    )
    .meta({ examples: ['https://school.example/welcome'] })
