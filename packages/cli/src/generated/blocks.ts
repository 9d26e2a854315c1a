// Generated parts of files with `#` comments, between `# generated:name` and `# /generated:name`.

/** The text with these lines between the markers, indented like the markers; throws if a marker is missing. */
export function fillBlocks(text: string, blocks: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(blocks).reduce((filled, [name, lines]) => {
    const block = new RegExp(`^( *)# generated:${name}\\n(?:.*\\n)*? *# /generated:${name}$`, 'm')
    if (!block.test(filled))
      throw new Error(`The file has no block ${name}: write # generated:${name} and its end.`)
    return filled.replace(block, (_, indent: string) => {
      const content = lines.map(line => (line === '' ? '' : indent + line))
      return [`${indent}# generated:${name}`, ...content, `${indent}# /generated:${name}`].join('\n')
    })
  }, text)
}
