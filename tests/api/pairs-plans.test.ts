import { plans, testPairs } from '../support/pairs.ts'

/** What waits for a time or for someone, against every event that ends, takes back or closes something. */
testPairs(plans)
