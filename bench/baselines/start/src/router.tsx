import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../../../floors/start/src/routeTree.gen.ts'

export const getRouter = () => createRouter({ routeTree })
