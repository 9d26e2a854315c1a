// Whoever answers may send without an end.

/** The text of an answer up to a maximum of bytes, and whether that is all of it; the rest is not read. */
export async function beginningOf(
  response: Response,
  maxBytes: number,
): Promise<{ text: string; isComplete: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array)
    length += (chunk as Uint8Array).length
    if (length > maxBytes) break
  }
  const read = Buffer.concat(chunks).subarray(0, maxBytes)
  return { text: read.toString(), isComplete: length <= maxBytes }
}
