import { validate } from 'uuid'

export { v7 as newId } from 'uuid'

/** Whether a client's identifier can be one of ours; anything else names nothing and must not reach a uuid column. */
export function isId(value: string): boolean {
  return validate(value)
}
