;; The innermost loops of fitting couplings, with SIMD, which JavaScript lacks. The memory contains groups of 20
;; numbers (f32), where group g starts at byte 80 g, and lists of group numbers (u16). Lists are not empty, and the
;; addresses `out` and `added` are multiples of 16.
(module
  (import "env" "memory" (memory 1))

  ;; Stores the sum of the groups in the list from `from` to `to` at `out`.
  (func (export "gather") (param $from i32) (param $to i32) (param $out i32)
    (local $group i32)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128) (local $sum4 v128)
    (loop $next
      (local.set $group (i32.mul (i32.load16_u (local.get $from)) (i32.const 80)))
      (local.set $sum0 (f32x4.add (local.get $sum0) (v128.load (local.get $group))))
      (local.set $sum1 (f32x4.add (local.get $sum1) (v128.load offset=16 (local.get $group))))
      (local.set $sum2 (f32x4.add (local.get $sum2) (v128.load offset=32 (local.get $group))))
      (local.set $sum3 (f32x4.add (local.get $sum3) (v128.load offset=48 (local.get $group))))
      (local.set $sum4 (f32x4.add (local.get $sum4) (v128.load offset=64 (local.get $group))))
      (local.set $from (i32.add (local.get $from) (i32.const 2)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $to)))
    )
    (v128.store (local.get $out) (local.get $sum0))
    (v128.store offset=16 (local.get $out) (local.get $sum1))
    (v128.store offset=32 (local.get $out) (local.get $sum2))
    (v128.store offset=48 (local.get $out) (local.get $sum3))
    (v128.store offset=64 (local.get $out) (local.get $sum4))
  )

  ;; Adds the 20 numbers at `added` to every group in the list from `from` to `to`.
  (func (export "scatter") (param $from i32) (param $to i32) (param $added i32)
    (local $group i32)
    (local $add0 v128) (local $add1 v128) (local $add2 v128) (local $add3 v128) (local $add4 v128)
    (local.set $add0 (v128.load (local.get $added)))
    (local.set $add1 (v128.load offset=16 (local.get $added)))
    (local.set $add2 (v128.load offset=32 (local.get $added)))
    (local.set $add3 (v128.load offset=48 (local.get $added)))
    (local.set $add4 (v128.load offset=64 (local.get $added)))
    (loop $next
      (local.set $group (i32.mul (i32.load16_u (local.get $from)) (i32.const 80)))
      (v128.store (local.get $group)
        (f32x4.add (v128.load (local.get $group)) (local.get $add0)))
      (v128.store offset=16 (local.get $group)
        (f32x4.add (v128.load offset=16 (local.get $group)) (local.get $add1)))
      (v128.store offset=32 (local.get $group)
        (f32x4.add (v128.load offset=32 (local.get $group)) (local.get $add2)))
      (v128.store offset=48 (local.get $group)
        (f32x4.add (v128.load offset=48 (local.get $group)) (local.get $add3)))
      (v128.store offset=64 (local.get $group)
        (f32x4.add (v128.load offset=64 (local.get $group)) (local.get $add4)))
      (local.set $from (i32.add (local.get $from) (i32.const 2)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $to)))
    )
  )
)
