import { expect, test } from 'vitest'
import { redact } from '../../../src/lib/redact.ts'

const token = 'sbx_access_Zk3v'

test.each([
  ['The token sbx_access_Zk3v is not valid.', 'The token [secret] is not valid.'],
  ['Authorization: Bearer abc.def-123 was refused', 'Authorization: Bearer [secret] was refused'],
  ['{"access_token":"abc","name":"x"}', '{"access_token":"[secret]","name":"x"}'],
  ['client_secret=abc&name=x', 'client_secret=[secret]&name=x'],
  ['GET https://graph.example.com/v1/me?access_token=abc&x=1 failed', 'GET https://graph.example.com/v1/me failed'],
  ['https://user:pass@example.com/x#access_token=abc', 'https://example.com/x'],
  ['See https://bucket.example.com/a.mp4?X-Amz-Signature=0f0f.', 'See https://bucket.example.com/a.mp4'],
  [`Key ${'aB3_'.repeat(15)} expired`, 'Key [secret] expired'],
  [`Jwt eyJhbGciOiJIUzI1NiJ9${'x'.repeat(30)}.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc over`, 'Jwt [secret] over'],
])('%s', (text, expected) => {
  expect(redact(text, [token])).toBe(expected)
})

test.each([
  'Given up after 6 tries: Busy.',
  'The media item 019a5f3e-7c00-7aaa-8000-000000000001 was deleted from the library before this post was published.',
  'The sandbox gave no answer (ECONNREFUSED).',
  'Error code 190: the session has expired; connect the account again.',
  'Look at https://www.example.com/help/tokens for more.',
  'Grüße 🎉, das ist zu lang',
])('says as before: %s', (text) => {
  expect(redact(text, [token, ''])).toBe(text)
})

test('has at most 1,000 characters', () => {
  expect(redact('no '.repeat(2000))).toHaveLength(1000)
})
