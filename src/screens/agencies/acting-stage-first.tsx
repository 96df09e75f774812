import { createIsomorphicFn } from '@tanstack/react-start'
import type { ComponentType } from 'react'
import { lazily } from '../../ui/lazily.ts'
import { ActingStage as Whole } from './acting-stage.tsx'

const pick = createIsomorphicFn()
  .server((): ComponentType => Whole)
  .client((): ComponentType => lazily(async () => (await import('./acting-stage.tsx')).ActingStage))

/**
 * The bar of an operator who acts for a creator. The server renders it whole, so that the operator sees it and can stop
 * before any code is loaded, or without it; only acting operators load its code.
 */
export const ActingStage: ComponentType = pick()
