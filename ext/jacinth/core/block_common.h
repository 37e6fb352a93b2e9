/* The primitives that each block makes of its others. Each block_X.h includes
   this file. */

/* '<', '>' or '&': setting bit 1 maps only 0x3C and 0x3E to 0x3E. */
JAC_INLINE jac_block_t
jac_is_html(jac_block_t b)
{
    return jac_block_or(jac_is_eq(jac_block_or(b, jac_block_fill(0x02)), '>'),
                        jac_is_eq(b, '&'));
}

/* UTF-8 continuation bytes. */
JAC_INLINE jac_block_t
jac_is_cont(jac_block_t b)
{
    return jac_is_high_below(b, 0xC0);
}
