/** First bytes of pictures, sound, video, fonts, archives and programs (WHATWG MIME Sniffing, 6), where they stand, and what they are. */
export const UNREAD_FORMATS: readonly (readonly [offset: number, mark: string, name: string])[] = [
  [0, '\xff\xd8\xff', 'a picture (JPEG)'],
  [0, '\x89PNG', 'a picture (PNG)'],
  [0, 'GIF87a', 'a picture (GIF)'],
  [0, 'GIF89a', 'a picture (GIF)'],
  [8, 'WEBPVP', 'a picture (WebP)'],
  [4, 'ftypavif', 'a picture (AVIF)'],
  [4, 'ftypheic', 'a picture (HEIC)'],
  [4, 'ftyp', 'a video'],
  [0, 'OggS\0', 'sound or video (Ogg)'],
  [0, 'ID3\x02', 'sound (MP3)'],
  [0, 'ID3\x03', 'sound (MP3)'],
  [0, 'ID3\x04', 'sound (MP3)'],
  [0, '\x1a\x45\xdf\xa3', 'a video (Matroska, WebM)'],
  [0, '\x1f\x8b\x08', 'an archive (gzip)'],
  [0, 'BZh9', 'an archive (bzip2)'],
  [0, '\xfd7zXZ\0', 'an archive (xz)'],
  [0, '7z\xbc\xaf', 'an archive (7z)'],
  [0, 'Rar!\x1a', 'an archive (RAR)'],
  [257, 'ustar', 'an archive (tar)'],
  [0, '{\\rtf', 'an RTF document'],
  [0, '\x7fELF', 'a program'],
  [0, '\xd0\xcf\x11\xe0', 'a file of an old Office program'],
  [0, 'wOFF', 'a font'],
  [0, 'wOF2', 'a font'],
  [0, '\0\x01\0\0', 'a font'],
  [0, '\0\0\x01\0', 'a picture (icon)'],
  [0, '\0asm', 'a program'],
  [0, 'SQLite format 3\0', 'a database (SQLite)'],
];

/** ZIP archives that are no document of ours though some of their parts are called so, or that have a name of their own. */
export const UNREAD_ARCHIVES: readonly (readonly [start: string, name: string])[] = [
  ['xl/workbook.bin', 'an XLSB workbook'],
  ['visio/', 'a Visio drawing'],
  ['META-INF/MANIFEST.MF', 'a Java archive'],
  ['AndroidManifest.xml', 'an Android app'],
  ['opendocument.presentation', 'an ODP presentation'],
  ['opendocument.graphics', 'an ODG drawing'],
  ['opendocument.formula', 'an ODF formula'],
];

/** Compound files, by a stream in them (MS-CFB). */
export const UNREAD_STORAGES: readonly (readonly [stream: string, name: string])[] = [
  ['EncryptedPackage', 'an Office document under a password'],
  ['WordDocument', 'an old Word document (.doc)'],
  ['PowerPoint Document', 'an old presentation (.ppt)'],
  ['Workbook', 'an old workbook (.xls)'],
  ['Book', 'an old workbook (.xls)'],
  ['__substg1.0_', 'an Outlook mail (.msg)'],
];

/** What media types call what is not read. */
export const UNREAD_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^image\//, 'a picture'],
  [/^audio\//, 'sound'],
  [/^video\//, 'a video'],
  [/^font\//, 'a font'],
  [/^(?:message|multipart)\//, 'a mail'],
  [/rtf$/, 'an RTF document'],
  [/^application\/(?:gzip|zip|x-tar|x-(?:7z|rar|zip|bzip2?|xz)(?:-compressed)?)$/, 'an archive'],
  [/^application\/msword$/, 'an old Word document (.doc)'],
  [/^application\/vnd\.ms-excel$/, 'an old workbook (.xls)'],
  [/^application\/vnd\.ms-powerpoint$/, 'an old presentation (.ppt)'],
];
