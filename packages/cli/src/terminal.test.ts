import colors from 'picocolors'
import { treeLines } from './operator/tree.ts'
import { columns } from './terminal.ts'

describe('terminal output', () => {
  test('columns are aligned, with any colours', () => {
    const { green } = colors.createColors(true)
    const [one, two] = columns([
      [green('a'), 'b'],
      ['long', 'c'],
    ])
    expect(one).toBe(`${green('a')}     b`)
    expect(two).toBe('long  c')
  })

  test('a tree shows children below their parents', () => {
    const tree = {
      line: 'root',
      below: [
        { line: 'one', below: [{ line: 'deep' }] },
        { line: 'two', below: [{ line: 'last' }] },
      ],
    }
    expect(treeLines(tree)).toEqual(['root', '├─ one', '│  └─ deep', '└─ two', '   └─ last'])
  })
})
