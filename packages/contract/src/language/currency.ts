/** Decimals of a currency's minor unit (ISO 4217); all others have two. */
const decimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map(code => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map(code => [code, 3])),
  CLF: 4,
  UYW: 4,
}

/** The decimals of a currency. `Intl` is no source: for HUF or IQD, for example, it has those of cash. */
export const decimalsOf = (currency: string): number => decimals[currency] ?? 2
