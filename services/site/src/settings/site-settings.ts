// What a school has once for all areas, and the look of its pages; PATCH /v1/settings changes it.
import { id, SchoolSettings, settingsGroup, text } from '@lms/contract'
import { z } from 'zod'
import { contrastOf } from './colors.ts'

const color = (byDefault: string) =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a colour as #rrggbb', abort: true })
    .overwrite(color => color.toLowerCase())
    .default(byDefault)

/** A place that the menu leads to: a page of the school, or another address. */
const target = () =>
  text(2000, 1).regex(
    /^(\/([^\s/\\]\S*)?|https:\/\/\S*)$/i,
    'must be a path from the root, or an address that begins with https://',
  )

export const SiteSettings = z
  .object({
    ...SchoolSettings.shape,
    colors: settingsGroup({
      primary: color('#2347c5').describe('Of buttons and links.'),
      background: color('#ffffff').describe('The color behind the text.'),
      text: color('#1c1e26').describe('The color of running text.'),
      dark_mode: z
        .boolean()
        .default(false)
        .describe(
          'Whether visitors whose device prefers dark pages see light text on a dark ground. The logo must be readable on both.',
        ),
    }).describe('The colors of public pages and e-mails.'),
    logo_file_id: id('fil').nullable().default(null).describe('A ready image, also the icon of the pages.'),
    menu: z
      .array(
        z.strictObject({
          label: text(60, 1).describe('What visitors read.'),
          target: target().describe('Where it leads: a path of the site or an `https:` address.'),
        }),
      )
      .max(20)
      .default([])
      .describe('The links at the head of each page, in order.'),
    footer: text(2000).default('').describe('At the end of each page; line breaks are kept.'),
    search_engines: z.boolean().default(true).describe('Whether search engines may list the pages.'),
    not_found: settingsGroup({
      title: text(200, 1).nullable().default(null).describe('Null for the words of the language.'),
      text: text(2000, 1).nullable().default(null).describe('Null for the words of the language.'),
    }).describe('What visitors read at an address without a page.'),
  })
  .refine(({ colors }) => contrastOf(colors.text, colors.background) >= 4.5, {
    path: ['colors', 'text'],
    message: 'text needs a contrast of at least 4.5 on the background: choose a darker or a lighter colour',
  })
  .refine(({ colors }) => contrastOf(colors.primary, colors.background) >= 3, {
    path: ['colors', 'primary'],
    message: 'buttons need a contrast of at least 3 on the background: choose a darker or a lighter colour',
  })
export type SiteSettings = z.output<typeof SiteSettings>
