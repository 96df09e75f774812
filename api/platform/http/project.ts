import * as v from 'valibot'
import type { Schema } from '../../../contract/endpoint.ts'

/**
 * Compiles an output schema into the filter on an answer: what the contract does not promise never leaves, and what it
 * promises must be of the promised kind, or it throws. It does what `v.parse` does for the plain schemas that answers
 * are made of, about five times faster, since it copies without looking for issues; other schemas go to `v.parse`.
 */
export function projector(schema: Schema): Project {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const project = compile(schema as AnySchema)
  compiled.set(schema, project)
  return project
}

export type Project = (value: unknown) => unknown
const compiled = new WeakMap<Schema, Project>()

type AnySchema =
  | (Schema & { type: 'object'; entries: Record<string, Schema> })
  | (Schema & { type: 'array'; item: Schema })
  | (Schema & { type: 'nullable' | 'optional'; wrapped: Schema; default?: unknown })
  | (Schema & { type: 'string' | 'number' | 'boolean'; pipe?: unknown })
  | (Schema & { type: 'picklist'; options: readonly unknown[] })

function compile(schema: AnySchema): Project {
  if ('pipe' in schema && schema.pipe !== undefined) return (value) => v.parse(schema, value)
  switch (schema.type) {
    case 'object':
      return object(schema.entries)
    case 'array': {
      const item = projector(schema.item)
      return (value) => (Array.isArray(value) ? value.map(item) : broken('array', value))
    }
    case 'nullable': {
      const wrapped = projector(schema.wrapped)
      return (value) => (value === null ? null : wrapped(value))
    }
    case 'optional': {
      if (schema.default !== undefined) return (value) => v.parse(schema, value)
      const wrapped = projector(schema.wrapped)
      return (value) => (value === undefined ? undefined : wrapped(value))
    }
    case 'string':
      return (value) => (typeof value === 'string' ? value : broken('string', value))
    case 'number':
      return (value) => (typeof value === 'number' && !Number.isNaN(value) ? value : broken('number', value))
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : broken('boolean', value))
    case 'picklist': {
      const options = new Set(schema.options)
      return (value) => (options.has(value) ? value : broken('picklist', value))
    }
    default:
      return (value) => v.parse(schema as Schema, value)
  }
}

function object(entries: Record<string, Schema>): Project {
  const names = Object.keys(entries)
  const projects = names.map((name) => projector(entries[name] as Schema))
  return (value) => {
    if (typeof value !== 'object' || value === null) return broken('object', value)
    const from = value as Record<string, unknown>
    const to: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string
      to[name] = (projects[i] as Project)(from[name])
    }
    return to
  }
}

function broken(promised: string, value: unknown): never {
  throw new TypeError(
    `the answer has ${value === null ? 'null' : typeof value} where the contract promises ${promised}`,
  )
}
