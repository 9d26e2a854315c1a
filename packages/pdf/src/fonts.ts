// The fonts of documents. DejaVu Sans has Latin, Cyrillic, Greek, Armenian, Georgian, Hebrew and Arabic; Noto Sans has
// Chinese with Japanese, Korean, and a font for each other script. Each is read at its first use and kept.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as fontkit from 'fontkit'

const require = createRequire(import.meta.url)

const files = {
  regular: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  chinese: () => noto('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'),
  korean: () => noto('@embedpdf/fonts-kr', 'NotoSansKR-Regular.otf'),
  devanagari: () => ofScript('devanagari'),
  bengali: () => ofScript('bengali'),
  tamil: () => ofScript('tamil'),
  thai: () => ofScript('thai'),
  khmer: () => ofScript('khmer'),
  ethiopic: () => ofScript('ethiopic'),
}
const ofScript = (script: string) =>
  require.resolve(`@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff`)
/** These packages export no files, only their index. */
const noto = (name: string, file: string) => join(dirname(require.resolve(name)), '../fonts', file)

export type FontName = keyof typeof files
export const fontNames = Object.keys(files) as FontName[]
export type MainFont = 'regular' | 'bold'
/** Where the file of a font is. */
export const fontFile = (name: FontName): string => files[name]()
/** The fonts of a script, each opened only for it; after the main font, in this order. */
const byScript: readonly [RegExp, readonly FontName[]][] = [
  [/[\u1100-\u11ff\u2e80-\uffef\u{1f000}-\u{3ffff}]/u, ['chinese', 'korean']],
  [/\p{Script=Devanagari}/u, ['devanagari']],
  [/\p{Script=Bengali}/u, ['bengali']],
  [/\p{Script=Tamil}/u, ['tamil']],
  [/\p{Script=Thai}/u, ['thai']],
  [/\p{Script=Khmer}/u, ['khmer']],
  [/\p{Script=Ethiopic}/u, ['ethiopic']],
]

const bytes = new Map<FontName, Buffer>()

/**
 * A font, opened anew: an open font remembers for each glyph the text of its first use, so that documents drawn with the
 * same one would differ by those before them.
 */
export function openFont(name: FontName): fontkit.Font {
  let file = bytes.get(name)
  if (!file) {
    file = readFileSync(files[name]())
    bytes.set(name, file)
  }
  const font = fontkit.create(file) as fontkit.Font
  return name === 'chinese' || name === 'korean' ? unshaped(font) : font
}

/** To ask which characters a font has. */
const openedFonts = new Map<FontName, fontkit.Font>()
function has(name: FontName, point: number): boolean {
  const font = openedFonts.get(name) ?? openFont(name)
  openedFonts.set(name, font)
  return font.hasGlyphForCodePoint(point)
}

/** The font without its rules of substitution: these scripts need none, and the rules take a millisecond a character. */
function unshaped(font: fontkit.Font): fontkit.Font {
  const layout = (text: string) => {
    const glyphs = font.glyphsForString(text)
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }))
    return { glyphs, positions, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) }
  }
  return Object.create(font, { layout: { value: layout } })
}

const chosen: Record<MainFont, Map<string, FontName>> = { regular: new Map(), bold: new Map() }
/** Maximum graphemes whose font is remembered. */
const maxChosen = 50_000

/** The first font that has a grapheme; the main one, with its sign for a missing character, if none has it. */
export function fontFor(grapheme: string, main: MainFont): FontName {
  const cache = chosen[main]
  let font = cache.get(grapheme)
  if (!font) {
    const points = [...grapheme].map(character => character.codePointAt(0)!)
    const others = byScript.find(([script]) => script.test(grapheme))?.[1] ?? []
    const names: FontName[] = [main, ...others]
    font = names.find(name => points.every(point => has(name, point))) ?? main
    if (cache.size >= maxChosen) cache.clear()
    cache.set(grapheme, font)
  }
  return font
}
