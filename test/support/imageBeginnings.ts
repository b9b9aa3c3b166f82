/** Initial bytes of each image type allowed for pictures. */
export const IMAGE_BEGINNINGS: Record<string, Buffer> = {
  "image/png": Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
  "image/jpeg": Buffer.from("\xff\xd8\xff\xe0", "latin1"),
  "image/gif": Buffer.from("GIF89a", "latin1"),
  "image/webp": Buffer.from("RIFF\x10\x00\x00\x00WEBPVP8 ", "latin1"),
};
