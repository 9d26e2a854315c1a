import { builder } from '../builder.ts'
import { readyFiles } from '../files/ready-files.ts'
import { originalInMail } from '../rendering/mail.ts'
import { imageOf } from '../rendering/pictures.ts'
import { colorsOf } from '../rendering/theme.ts'
import { isDark } from '../settings/colors.ts'
import { mailLooks } from './mail-look.contract.ts'
import { mediaOf, schoolOf } from './school.ts'

export const mailLookHandlers = builder.implement(mailLooks, {
  show: async (ctx, stores) => {
    const { name, url, settings } = await schoolOf(ctx, stores)
    const { colors, logo_file_id, footer } = settings
    const file =
      logo_file_id === null ? null : imageOf((await readyFiles([logo_file_id], stores)).get(logo_file_id))
    const logo = file && originalInMail(file, mediaOf(ctx))
    const turned = { ...colors, text: colors.background, background: colors.text }
    // A name is readable on any ground; of a logo only the school knows it.
    const turns = (colors.dark_mode || logo === null) && isDark(turned.background) && !isDark(turned.text)
    return {
      ...{ name, url, footer, language: settings.language },
      logo: logo && { ...logo, url: `${url}${logo.src}` },
      light: colorsOf(colors),
      dark: turns ? colorsOf(turned) : null,
    }
  },
})
