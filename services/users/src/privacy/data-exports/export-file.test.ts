import { ExportFile, ExportTooLarge } from './export-file.ts'

async function* pagesOf(...pages: object[][]) {
  yield* pages
}

test('pages become one list', async () => {
  const file = new ExportFile()
  await file.addList(pagesOf([{ a: 1 }, { b: 'ü"' }], [], [{ c: null }]))
  expect(JSON.parse(file.text)).toEqual([{ a: 1 }, { b: 'ü"' }, { c: null }])
  const none = new ExportFile()
  await none.addList(pagesOf())
  expect(none.text).toBe('[]')
})

test('it counts bytes, and requests no page after the maximum', async () => {
  const requestedPages: number[] = []
  async function* pages() {
    for (const number of [1, 2, 3]) {
      requestedPages.push(number)
      yield [{ text: 'ü'.repeat(30) }]
    }
  }
  await expect(new ExportFile(120).addList(pages())).rejects.toThrow(ExportTooLarge)
  expect(requestedPages).toEqual([1, 2])
  const exact = new ExportFile(2)
  exact.add('ü')
  expect(() => exact.add('x')).toThrow(ExportTooLarge)
})
