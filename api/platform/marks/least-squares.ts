/** The sums of a linear least-squares fit: `add` takes the values of the terms and what they should come to. */
export class LeastSquares {
  private readonly sums: Float64Array
  private readonly terms: number

  constructor(terms: number) {
    this.terms = terms
    this.sums = new Float64Array(terms * (terms + 1))
  }

  add(values: Float64Array, target: number, weight = 1): void {
    const width = this.terms + 1
    for (let row = 0; row < this.terms; row++) {
      const value = weight * (values[row] as number)
      const at = row * width
      for (let col = row; col < this.terms; col++)
        this.sums[at + col] = (this.sums[at + col] as number) + value * (values[col] as number)
      this.sums[at + this.terms] = (this.sums[at + this.terms] as number) + value * target
    }
  }

  /** The factors of the terms; a term that says nothing of its own gets none. */
  solve(): Float64Array {
    const { terms } = this
    const width = terms + 1
    const m = Float64Array.from(this.sums)
    const cell = (row: number, col: number): number => m[row * width + col] as number
    for (let row = 0; row < terms; row++) {
      for (let col = 0; col < row; col++) m[row * width + col] = cell(col, row)
      // A little more on the diagonal keeps terms that are nearly the same from growing against each other.
      m[row * width + row] = cell(row, row) * (1 + 1e-7) + 1e-9
    }
    for (let pivot = 0; pivot < terms; pivot++)
      for (let row = 0; row < terms; row++) {
        if (row === pivot) continue
        const factor = cell(row, pivot) / cell(pivot, pivot)
        if (factor === 0) continue
        for (let col = pivot; col < width; col++) m[row * width + col] = cell(row, col) - factor * cell(pivot, col)
      }
    return Float64Array.from({ length: terms }, (_, row) => cell(row, terms) / cell(row, row))
  }
}
