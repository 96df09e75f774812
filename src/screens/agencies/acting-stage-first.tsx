import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentType, lazy } from 'react'
import { ActingStage as Whole } from './acting-stage.tsx'

const pick = createIsomorphicFn()
  .server((): ComponentType => Whole)
  .client((): ComponentType => lazy(async () => ({ default: (await import('./acting-stage.tsx')).ActingStage })))

/**
 * The bar of who acts for somebody. What the server sends holds it whole, so that one sees it and can stop before any
 * code has come, or without it; in the browser its code comes by itself, for nobody else.
 */
export const ActingStage: ComponentType = pick()
