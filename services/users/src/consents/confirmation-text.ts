/** Subject and text of the e-mail that asks a person to confirm a consent. */
export function confirmationMail(given: { school: string; link: string }) {
  const school = given.school.replace(/\s+/g, ' ')
  const lines = [
    `Somebody, hopefully you, filled in a form of ${school} and agreed to get e-mails from it.`,
    '',
    'Open this page within seven days and confirm it there:',
    '',
    given.link,
    '',
    'If it was not you, ignore this mail. Without a confirmation you will get no others of this kind.',
    '',
  ]
  return { subject: `E-mails from ${school}`, text: lines.join('\n') }
}
