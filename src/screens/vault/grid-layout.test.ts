import { describe, expect, it } from 'vitest'
import { type Bucket, lastAtMost, layOut, monthAt, rowOf } from './grid-layout.ts'

const bucket = (month: string, count: number): Bucket => ({ month, count, bucket: `${month} ${count}` })
const buckets = [bucket('2026-02', 5), bucket('2025-12', 500), bucket('2025-12', 7)]

describe('layOut', () => {
  it('fills rows with square tiles across the width, a month at a time', () => {
    const { rows, columns, side, offsets, starts, months } = layOut(buckets, 390)
    expect(columns).toBe(3)
    expect(side * 3 + 2 * 4).toBeCloseTo(390)
    expect(rows.slice(0, 5)).toEqual([
      { kind: 'month', month: '2026-02', count: 5 },
      { kind: 'tiles', first: 0, count: 3 },
      { kind: 'tiles', first: 3, count: 2 },
      { kind: 'month', month: '2025-12', count: 507 },
      { kind: 'tiles', first: 5, count: 3 },
    ])
    expect(months.map((it) => it.row)).toEqual([0, 3])
    expect(starts).toEqual([0, 5, 505, 512])
    expect(offsets.length).toBe(rows.length + 1)
  })

  it('has at least three columns in no width, and nine in a wide one', () => {
    expect([layOut(buckets, 0).columns, layOut(buckets, 1_390).columns]).toEqual([3, 9])
  })

  it('finds for every media the row that holds it', () => {
    for (const width of [390, 700, 1_400]) {
      const layout = layOut(buckets, width)
      for (let number = 0; number < 512; number++) {
        const row = layout.rows[rowOf(layout, number)]
        if (row?.kind !== 'tiles') throw new Error(`no tiles for ${number}`)
        expect(number >= row.first && number < row.first + row.count).toBe(true)
      }
    }
  })

  it('names the month at each height', () => {
    const layout = layOut(buckets, 390)
    const second = layout.offsets[3] ?? 0
    expect([0, second - 1, second, 1e9].map((it) => monthAt(layout, it))).toEqual([0, 0, 1, 1])
  })
})

it('finds the last of ascending numbers that is at most another', () => {
  const found = (value: number) => lastAtMost([0, 5, 5, 9], value)
  expect([0, 4, 5, 8, 9, 100].map(found)).toEqual([0, 0, 2, 2, 3, 3])
})
