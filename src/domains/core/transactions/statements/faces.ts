// The font files of statements, by the names of their packages.

export type Weight = 'plain' | 'bold'

const noto = '@expo-google-fonts/noto-sans'
const dejavu = 'dejavu-fonts-ttf/ttf'
const japanese = '@openfonts/noto-sans-jp_japanese/files/noto-sans-jp-japanese'
const chinese = '@openfonts/noto-sans-sc_chinese-simplified/files/noto-sans-sc-chinese-simplified'
const korean = '@openfonts/noto-sans-kr_korean/files/noto-sans-kr-korean'

/** The first face that has all glyphs of a text is used. */
export const embeddedFaces: Readonly<Record<Weight, readonly string[]>> = {
  plain: [
    `${noto}/400Regular/NotoSans_400Regular.ttf`,
    `${dejavu}/DejaVuSans.ttf`,
    `${japanese}-400.woff`,
    `${chinese}-400.woff`,
    `${korean}-400.woff`,
  ],
  bold: [
    `${noto}/700Bold/NotoSans_700Bold.ttf`,
    `${dejavu}/DejaVuSans-Bold.ttf`,
    `${japanese}-700.woff`,
    `${chinese}-700.woff`,
    `${korean}-700.woff`,
  ],
}
